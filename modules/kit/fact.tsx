/** A line of a list of facts (`dl`): what it is, and how much or when. `sum` is what they come to. */
export function Fact({
  name,
  value,
  sum,
}: {
  readonly name: string;
  readonly value: string;
  readonly sum?: boolean;
}) {
  return (
    <div class={sum ? 'sum' : undefined}>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
