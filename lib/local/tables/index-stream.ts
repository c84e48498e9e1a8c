/** An index that the table server lacks. */
import { DatabaseSync } from 'node:sqlite';

const BUSY_MILLISECONDS = 5_000;

/**
 * With each write and each look at a stream, dynoxide 1.2 goes through all changes that it has kept of
 * any table. After 57,000 of them that was most of its time. With this index, made while it runs, it
 * finds the newest at once. A server that keeps its changes in another way does without: it is slower,
 * and works.
 */
export function indexStream(databaseFile: string): void {
  try {
    addIndex(databaseFile);
  } catch {
    // No file of SQLite, or one that somebody else holds.
  }
}

function addIndex(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: BUSY_MILLISECONDS });
  try {
    const columns = database.prepare("SELECT name FROM pragma_table_info('_stream_records')").all();
    const names = new Set(columns.map(({ name }) => name));
    if (!names.has('table_name') || !names.has('sequence_number')) return;
    database.exec(
      'CREATE INDEX IF NOT EXISTS billhook_stream_order ON _stream_records ' +
        '(table_name, CAST(sequence_number AS INTEGER))',
    );
  } finally {
    database.close();
  }
}
