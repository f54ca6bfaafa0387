import type { Plugin } from 'vite'

const PLACEHOLDER = '%API_ROOT%'

/** Puts the API root into index.html. */
export function indexHtml(apiRoot: string): Plugin {
  return {
    name: 'portal-html',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        // The kit, which is never built, has none.
        if (bundle && !html.includes(PLACEHOLDER)) throw new Error(`${path} has no ${PLACEHOLDER}`)
        return html.replace(PLACEHOLDER, apiRoot)
      },
    },
  }
}
