import { useEffect } from 'preact/hooks';
import { useKit } from './kit.ts';

/** Says for as long as it is true that closing the page would leave work behind. */
export function useWorking(working: boolean): void {
  const { setWorking } = useKit();
  useEffect(() => {
    setWorking(working);
    return () => setWorking(false);
  }, [setWorking, working]);
}
