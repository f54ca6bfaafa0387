import type { Plugin } from 'vite'

/** Puts the API root into index.html, and names all that the entry imports, so that the browser fetches it at once. */
export function indexHtml(apiRoot: string): Plugin {
  return {
    name: 'portal-html',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { chunk, bundle }) => {
        const files = new Set(chunk?.imports)
        for (const name of files) {
          const file = bundle?.[name]
          if (file?.type === 'chunk') for (const other of file.imports) files.add(other)
        }
        return {
          html: html.replace('%API_ROOT%', apiRoot),
          tags: [...files]
            .filter((file) => !html.includes(`/${file}`))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
              injectTo: 'head',
            })),
        }
      },
    },
  }
}
