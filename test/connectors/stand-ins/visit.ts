/** A customer's browser without JavaScript: it keeps cookies, follows redirects and sends forms. */

export type Visited = { readonly status: number; readonly path: string; readonly html: string };

export function visit(url: string) {
  const cookies = new Map<string, string>();
  const ask = async (path: string, form?: Record<string, string>): Promise<Visited> => {
    const response = await fetch(url + path, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (cookie.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) return ask(location);
    return { status: response.status, path, html: await response.text() };
  };
  return {
    open: (path: string) => ask(path),
    send: (path: string, form: Record<string, string>) => ask(path, form),
    /** As a browser that was started anew, with a device that is remembered or without. */
    forget: (name: string) => cookies.delete(name),
    cookies,
  };
}
