import type { LocalState } from '../state.ts';

/** An execution as it is written down. `state`, `stateInput` and `entered` say where it stands. */
export type Execution = {
  readonly arn: string;
  readonly machine: string;
  readonly name: string;
  readonly status: ExecutionStatus;
  readonly input: string;
  readonly output: string | null;
  readonly error: string | null;
  readonly cause: string | null;
  readonly started: number;
  readonly stopped: number | null;
  readonly state: string;
  readonly stateInput: string;
  readonly entered: number;
};

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

type TaskToken = {
  readonly token: string;
  readonly arn: string;
  readonly state: string;
  readonly entered: number;
  readonly invoked: number;
  /** JSON of a TaskOutcome, `"closed"` once nobody waits any more, null until then. */
  readonly outcome: string | null;
};

export type TaskOutcome =
  | { readonly output: string }
  | { readonly error: string; readonly cause: string };

/** Executions and task tokens in SQLite. Everything is written before it is acted upon. */
export type ExecutionStore = ReturnType<typeof createExecutionStore>;

/** A closed execution is forgotten after this time, and its name can be used again. */
const KEPT_MILLISECONDS = 90 * 24 * 60 * 60 * 1000;

const COLUMNS =
  'arn, machine, name, status, input, output, error, cause, started, stopped, state, state_input AS stateInput, entered';

export function createExecutionStore({ db }: LocalState) {
  const statements = statementsOf(db);
  prune(db);
  nameCompanies(db);
  return {
    find: (arn: string) => statements.find.get(arn) as Execution | undefined,
    listRunning: () => statements.running.all() as unknown as readonly Execution[],
    list: (machine: string, status: string | null, limit: number, offset: number) =>
      statements.list.all(
        machine,
        status,
        status,
        limit,
        offset,
      ) as unknown as readonly Execution[],
    start: (
      execution: Pick<Execution, 'arn' | 'machine' | 'name' | 'input' | 'state'>,
      now: number,
    ) => {
      const { arn, machine, name, input, state } = execution;
      statements.insert.run(arn, machine, name, input, now, state, input, now);
      statements.event.run(arn, arn, 'ExecutionStarted', now, null);
    },
    /** @returns false when the execution was ended meanwhile. */
    enter: (arn: string, state: string, stateInput: string, now: number): boolean => {
      // Nobody waits any more in the state that is left, for example when its time was over.
      statements.closeAll.run(arn);
      return Number(statements.enter.run(state, stateInput, now, arn).changes) > 0;
    },
    finish: (
      arn: string,
      status: ExecutionStatus,
      result: { output?: string; error?: string; cause?: string },
      now: number,
    ): boolean => {
      const { output = null, error = null, cause = null } = result;
      const { changes } = statements.finish.run(status, output, error, cause, now, arn);
      statements.closeAll.run(arn);
      statements.event.run(arn, arn, `Execution${EVENT_NAMES[status]}`, now, null);
      return Number(changes) > 0;
    },
    addEvent: (arn: string, type: string, state: string, now: number) => {
      statements.event.run(arn, arn, type, now, state);
    },
    listEvents: (arn: string) =>
      statements.events.all(arn) as {
        id: number;
        type: string;
        at: number;
        state: string | null;
      }[],
    addToken: (token: string, arn: string, state: string, entered: number) => {
      statements.addToken.run(token, arn, state, entered);
    },
    findToken: (token: string) => statements.findToken.get(token) as TaskToken | undefined,
    findOpenToken: (arn: string, state: string, entered: number) =>
      statements.openToken.get(arn, state, entered) as TaskToken | undefined,
    markInvoked: (token: string) => void statements.invoked.run(token),
    /** @returns false when the token was settled or closed before. */
    settleToken: (token: string, outcome: TaskOutcome): boolean =>
      Number(statements.settle.run(JSON.stringify(outcome), token).changes) > 0,
    closeToken: (token: string) => void statements.close.run(token),
  };
}

function statementsOf(db: LocalState['db']) {
  return {
    find: db.prepare(`SELECT ${COLUMNS} FROM executions WHERE arn = ?`),
    running: db.prepare(
      `SELECT ${COLUMNS} FROM executions WHERE status = 'RUNNING' ORDER BY started`,
    ),
    list: db.prepare(
      `SELECT ${COLUMNS} FROM executions WHERE machine = ? AND (? IS NULL OR status = ?)
       ORDER BY started DESC, arn LIMIT ? OFFSET ?`,
    ),
    insert: db.prepare(
      `INSERT INTO executions (arn, machine, name, status, input, started, state, state_input, entered)
       VALUES (?, ?, ?, 'RUNNING', ?, ?, ?, ?, ?)`,
    ),
    enter: db.prepare(
      `UPDATE executions SET state = ?, state_input = ?, entered = ? WHERE arn = ? AND status = 'RUNNING'`,
    ),
    finish: db.prepare(
      `UPDATE executions SET status = ?, output = ?, error = ?, cause = ?, stopped = ?
       WHERE arn = ? AND status = 'RUNNING'`,
    ),
    event: db.prepare(
      `INSERT INTO execution_events (arn, id, type, at, state)
       VALUES (?, (SELECT COALESCE(MAX(id), 0) + 1 FROM execution_events WHERE arn = ?), ?, ?, ?)`,
    ),
    events: db.prepare(
      'SELECT id, type, at, state FROM execution_events WHERE arn = ? ORDER BY id LIMIT 1000',
    ),
    addToken: db.prepare(
      'INSERT OR IGNORE INTO task_tokens (token, arn, state, entered) VALUES (?, ?, ?, ?)',
    ),
    findToken: db.prepare('SELECT * FROM task_tokens WHERE token = ?'),
    openToken: db.prepare(
      `SELECT * FROM task_tokens WHERE arn = ? AND state = ? AND entered = ?
       AND (outcome IS NULL OR outcome <> '"closed"')`,
    ),
    invoked: db.prepare('UPDATE task_tokens SET invoked = 1 WHERE token = ?'),
    settle: db.prepare('UPDATE task_tokens SET outcome = ? WHERE token = ? AND outcome IS NULL'),
    close: db.prepare(`UPDATE task_tokens SET outcome = '"closed"' WHERE token = ?`),
    closeAll: db.prepare(`UPDATE task_tokens SET outcome = '"closed"' WHERE arn = ?`),
  };
}

const EVENT_NAMES: Record<ExecutionStatus, string> = {
  RUNNING: 'Started',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  TIMED_OUT: 'TimedOut',
  ABORTED: 'Aborted',
};

function prune(db: LocalState['db']): void {
  const before = Date.now() - KEPT_MILLISECONDS;
  db.prepare(`DELETE FROM executions WHERE status <> 'RUNNING' AND stopped < ?`).run(before);
  for (const table of ['execution_events', 'task_tokens']) {
    db.exec(`DELETE FROM ${table} WHERE arn NOT IN (SELECT arn FROM executions)`);
  }
}

/**
 * Executions of an earlier release know no company to take their turn by. In AWS they go on by the
 * definition that they began with; here there is only the present one.
 */
function nameCompanies(db: LocalState['db']): void {
  db.exec(`UPDATE executions SET state_input = json_set(state_input, '$.companyId', 'earlier')
    WHERE status = 'RUNNING' AND json_type(state_input) = 'object'
    AND json_type(state_input, '$.companyId') IS NULL`);
}
