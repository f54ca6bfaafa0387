// Serves files that open in their own tab: a page of the portal contains the API and provides the response.
self.addEventListener('fetch', (event) => {
  const isFile = new URL(event.request.url).pathname.startsWith('/files/')
  if (event.request.mode !== 'navigate' || !isFile) return
  event.stopImmediatePropagation()
  event.respondWith(fromPage(event.request.url))
})

const TEST_TIMEOUT_MS = 20_000

async function fromPage(file) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => /^https?:/.test(url) && !new URL(url).pathname.startsWith('/files/'))
  // Without an open page, redirects to the portal, where the user can open the file again.
  if (!page) return Response.redirect('/')
  const { port1, port2 } = new MessageChannel()
  const responded = new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    setTimeout(() => resolve({ status: 0 }), TEST_TIMEOUT_MS)
  })
  page.postMessage({ file }, [port2])
  const { status, headers, body } = await responded
  return status === 0 ? Response.error() : new Response(body, { status, headers })
}
