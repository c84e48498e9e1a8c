/** Something that no year may have: money that was not owed or agreed to, or a payment that was lost. */
export class Violation extends Error {
  override readonly name = 'Violation';
}
