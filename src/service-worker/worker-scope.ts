// What a service worker is given, as far as this one uses it. TypeScript's own library of it (`webworker`) declares the same
// globals as `dom`, so that a project with both does not compile.

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface InstallEvent extends ExtendableEvent {
  /** Static routing, which not every browser has. */
  addRoutes?: (
    rules: readonly { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ) => Promise<void>
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The tab that asks, unless it asks for another page. */
  readonly clientId: string
  /** The tab that the answer to a navigation becomes. */
  readonly resultingClientId: string
  respondWith(answer: Promise<Response>): void
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
  /** What the server adds about the page it answers (server/node/http/static.ts); where it does not, the build alone tells. */
  readonly SHELL?: string
}
