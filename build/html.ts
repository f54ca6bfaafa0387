import type { Plugin } from 'vite'

/** Puts the API root into index.html, and names what the entry imports, so that the browser fetches it all at once. */
export function indexHtml(apiRoot: string): Plugin {
  return {
    name: 'portal-html',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { chunk }) => ({
        html: html.replace('%API_ROOT%', apiRoot),
        tags: (chunk?.imports ?? []).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
      }),
    },
  }
}
