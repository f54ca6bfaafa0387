import type { Plugin } from 'vite'
import { importedBy } from './bundle.ts'

/** Puts the API root into index.html, and names all that the entry imports, so that the browser fetches it at once. */
export function indexHtml(apiRoot: string): Plugin {
  return {
    name: 'portal-html',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { chunk, bundle = {} }) => ({
        html: html.replace('%API_ROOT%', apiRoot),
        tags: importedBy(bundle, ...(chunk?.imports ?? []))
          .filter((file) => !html.includes(`/${file}`))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
      }),
    },
  }
}
