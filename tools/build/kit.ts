import type { Plugin } from 'vite'

/** `/kit` while developing: every component in every state. No page of a build leads to it, and so no build has it. */
export function kit(): Plugin {
  return {
    name: 'portal-kit',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/kit\/?(?=$|\?)/, '/tools/kit/')
        next()
      })
    },
  }
}
