/** An instant in ISO 8601 to the minute, by the clock of this machine: `2030-01-05 09:00`. */
export function minuteText(at: string): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
