/** Writes the recordings of the stand-ins again: `node test/connectors/browser/recording/write-recordings.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  recordingFile,
  writeRecording,
} from '../../../../connectors/browser/recording/recording.ts';
import { standInNames } from '../../../../connectors/stand-ins/companies.ts';
import { startStandIn } from '../../../../connectors/stand-ins/start.ts';
import { recordStandIn } from './stand-in-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-recordings-'));
for (const name of standInNames) {
  const site = await startStandIn(name, { folder });
  try {
    const { recording } = await recordStandIn(name, site);
    writeRecording(recordingFile(name), recording);
    process.stdout.write(`${name}: ${recording.exchanges.length} responses\n`);
  } finally {
    await site.stop();
  }
}
rmSync(folder, { recursive: true, force: true });
