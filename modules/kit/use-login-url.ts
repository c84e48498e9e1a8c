import { useEffect, useState } from 'preact/hooks';
import { useKit } from './kit.ts';

/** The company's own login page. */
export function useLoginUrl(companyId: string): string | undefined {
  const { api } = useKit();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    api<{ readonly auth: { readonly urls: { readonly login: string } } }>({
      path: `/company/${encodeURIComponent(companyId)}`,
    }).then((result) => {
      if (result.ok) setUrl(result.value.auth.urls.login);
    });
  }, [api, companyId]);
  return url;
}
