// Types of the service worker API, as far as used here. TypeScript's library `webworker` declares the same globals as `dom`, so a
// project with both does not compile.

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface InstallEvent extends ExtendableEvent {
  /** Adds static routes; missing in some browsers. */
  addRoutes?: (
    rules: readonly { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ) => Promise<void>
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** Tab that sent the request; empty for a navigation. */
  readonly clientId: string
  /** Tab that will show the response to a navigation. */
  readonly resultingClientId: string
  respondWith(response: Promise<Response>): void
}

export interface WorkerMessageEvent extends ExtendableEvent {
  readonly source: { readonly id: string } | null
  readonly ports: readonly MessagePort[]
  readonly data: unknown
}

export interface Clients {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly id: string }[]>
  claim(): Promise<void>
}

interface Events {
  install: InstallEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: WorkerMessageEvent
}

export interface WorkerScope {
  readonly clients: Clients
  readonly registration: Pick<ServiceWorkerRegistration, 'unregister'>
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
  /** Identifies the HTML page of the server, which adds this value (server/node/http/static.ts). Missing on other servers. */
  readonly SHELL?: string
}
