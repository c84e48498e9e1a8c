/** A name of the operator's own for the modules' host. */
export type ModuleDomain = {
  readonly name: string;
  /** Of a certificate for the name. CloudFront looks for certificates in `us-east-1` alone. */
  readonly certificateArn: string;
};

const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE_ARN = /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/;

/**
 * @param given what `-c modulesDomain=… -c modulesCertificateArn=…` say.
 * @throws Error when it is one without the other, or neither a name nor a certificate of `us-east-1`.
 */
export function readModuleDomain(given: {
  readonly modulesDomain: unknown;
  readonly modulesCertificateArn: unknown;
}): ModuleDomain | undefined {
  const { modulesDomain: name, modulesCertificateArn: certificateArn } = given;
  if (name === undefined && certificateArn === undefined) return undefined;
  if (typeof name !== 'string' || typeof certificateArn !== 'string') {
    throw new Error('Pass both -c modulesDomain=… and -c modulesCertificateArn=…, or neither.');
  }
  if (!HOST_NAME.test(name)) throw new Error(`modulesDomain is not a host name: '${name}'.`);
  if (!CERTIFICATE_ARN.test(certificateArn)) {
    throw new Error('modulesCertificateArn must be a certificate in us-east-1.');
  }
  return { name, certificateArn };
}
