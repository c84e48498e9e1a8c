/** A finding of the checks that is no fault, and why. */
export type Acknowledgement = {
  readonly rules: readonly string[];
  /** The paths of the constructs that it holds for. */
  readonly where: RegExp;
  readonly reason: string;
};
