/**
 * Unpacks the Chromium of the package `@sparticuz/chromium` into the folder for temporary files, with
 * its fonts and the libraries that it needs. A process of its own, which `chromium.ts` starts with a
 * folder of ours as that one: the package knows no other way to be told where.
 *
 *   node unpack-chromium.ts <the package's folder with what is packed>
 */
// Said before the package is loaded: it unpacks its libraries only where it believes to be in Lambda.
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x';
import('@sparticuz/chromium').then(
  ({ default: chromium }) => chromium.executablePath(process.argv[2]),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
