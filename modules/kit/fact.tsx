/** A line of a list of facts (`dl`): what it is, and how much or when. */
export function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
