import { useEffect, useState } from 'preact/hooks';
import { useKit } from './kit.ts';

/** The company's own login page; nothing while no company is asked about. */
export function useLoginUrl(companyId: string | undefined): string | undefined {
  const { api } = useKit();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (companyId === undefined) return;
    api<{ readonly auth: { readonly urls: { readonly login: string } } }>({
      path: `/company/${encodeURIComponent(companyId)}`,
    }).then((result) => {
      if (result.ok) setUrl(result.value.auth.urls.login);
    });
  }, [api, companyId]);
  return url;
}
