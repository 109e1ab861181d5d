/**
 * Returns the taps of a low-pass filter, whose sum is 1: a sinc with a Kaiser window. `count` is odd. `cutoff` is in cycles per sample;
 * a greater `beta` makes the transition wider and the attenuation higher.
 */
export function lowPass(count: number, cutoff: number, beta: number): Float64Array {
  const middle = (count - 1) / 2;
  const shape = Float64Array.from({ length: count }, (_, i) => {
    const x = (i - middle) / middle;
    return sinc(2 * cutoff * (i - middle)) * besselI0(beta * Math.sqrt(1 - x * x));
  });
  const sum = shape.reduce((total, tap) => total + tap, 0);
  return shape.map((tap) => tap / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Returns the modified Bessel function of order zero, computed from its series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
