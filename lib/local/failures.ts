/** A failure that its reader can act on: printed as one line, without a stack. */
export type LocalFailure = Error & { readonly code: 'LOCAL_FAILURE' };

/** An error that the AWS endpoint answers in AWS's own wire shape. */
export type AwsFailure = Error & {
  readonly awsCode: string;
  readonly status: number;
  /** Members that the answer has beside code and message. */
  readonly members?: Readonly<Record<string, unknown>>;
};

/** @param message one line that says what is wrong and, where possible, what to do. */
export function localFailure(message: string): LocalFailure {
  return Object.assign(new Error(message), { code: 'LOCAL_FAILURE' as const });
}

/** Tells by code, so that it also works across module copies. */
export function isLocalFailure(error: unknown): error is LocalFailure {
  return error instanceof Error && (error as { code?: unknown }).code === 'LOCAL_FAILURE';
}

/** @param awsCode the exception's name, such as `ResourceNotFoundException`. */
export function awsFailure(
  awsCode: string,
  message: string,
  status = 400,
  members?: AwsFailure['members'],
): AwsFailure {
  return Object.assign(new Error(message), { awsCode, status, members });
}

export function isAwsFailure(error: unknown): error is AwsFailure {
  return error instanceof Error && typeof (error as { awsCode?: unknown }).awsCode === 'string';
}
