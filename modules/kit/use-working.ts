import { useEffect } from 'preact/hooks';
import type { Underway } from './kit.ts';
import { useKit } from './kit.ts';

/**
 * Says for as long as it is true that leaving the screen would leave something behind.
 * @param ofScreen false where it goes on whatever screen is shown: then leaving the module would.
 */
export function useWorking(working: boolean | Underway, ofScreen = true): void {
  const { setWorking } = useKit();
  useEffect(() => {
    setWorking(working, ofScreen);
    return () => setWorking(false);
  }, [setWorking, working, ofScreen]);
}
