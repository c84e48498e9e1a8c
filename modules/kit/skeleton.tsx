import { say } from './text.ts';

/** Stands in the place of what is on its way. */
export function Skeleton() {
  return (
    <>
      <p class="hidden" role="status">
        {say('shell.loading')}
      </p>
      <div class="skeleton" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </>
  );
}
