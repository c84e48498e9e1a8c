/**
 * What the page shows until its module's script is there and the session is open: as markup in the
 * page that the service sends, drawn when the modules are built.
 */
import { Frame } from '../shell.tsx';
import { Skeleton } from '../skeleton.tsx';

type Props = {
  readonly title: string;
  /** What is told when it stays so. */
  readonly stuck: string;
};

export function FirstScreen({ title, stuck }: Props) {
  return (
    <Frame name="loading" title={title}>
      <Skeleton />
      <p class="stuck">{stuck}</p>
    </Frame>
  );
}
