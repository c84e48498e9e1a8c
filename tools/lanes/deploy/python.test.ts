import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireVersion } from './python.ts';

/** A command that answers as a Python of this version would. */
function pythonOf(version: string): string {
  const command = join(mkdtempSync(join(tmpdir(), 'billhook-python-')), 'python3');
  writeFileSync(command, `#!/bin/sh\necho ${version}\n`);
  chmodSync(command, 0o755);
  return command;
}

describe('Python', () => {
  test.each(['3 10', '3 13', '4 0'])('%s is new enough', (version) => {
    expect(() => requireVersion(pythonOf(version))).not.toThrow();
  });

  test.each(['3 9', '2 7'])('%s is too old, and the message says so', (version) => {
    const said = `is Python ${version.replace(' ', '.')}`;
    expect(() => requireVersion(pythonOf(version))).toThrow(said);
  });

  test('that is missing is named, with what it is for', () => {
    const missing = /needs Python 3\.10 or newer.*ministack.*There is no no-such-python here/;
    expect(() => requireVersion('no-such-python')).toThrow(missing);
    const lint = { requirements: '', command: 'npm run tools -- lint-templates', what: 'cfn-lint' };
    expect(() => requireVersion('no-such-python', lint)).toThrow(
      /^npm run tools -- lint-templates needs Python.*cfn-lint is a Python package.*no no-such-python/,
    );
  });
});
