/** Job that sends the message of a user in place of a simulated person. Nodes with a test network run it. */
export const answerTestMessageKind = 'answer-test-message';

export interface AnswerTestMessagePayload {
  /** The id of the message in the table `test_messages`. */
  readonly id: number;
}
