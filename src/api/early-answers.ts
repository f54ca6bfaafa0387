/** What the first script has asked for (src/early.ts). */
export interface EarlyAnswers {
  byAddress: Map<string, { token: string; answer: Promise<Response> }>
  /** The portal runs, and asks by itself for whatever follows. */
  isOver: boolean
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers
  }
}

/**
 * The answer to a call that the first script has made already with the same token; once. Undefined where it has not. One that
 * failed on its way is asked for again.
 */
export function takeEarlyAnswer(request: Request): Promise<Response> | undefined {
  // Without early answers the first script is late, and need not ask any more.
  const earlyAnswers = (window.earlyAnswers ??= { byAddress: new Map(), isOver: true })
  earlyAnswers.isOver = true
  const early = request.method === 'GET' ? earlyAnswers.byAddress.get(request.url) : undefined
  if (!early || early.token !== request.headers.get('authorization')) return undefined
  earlyAnswers.byAddress.delete(request.url)
  const { signal } = request
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    early.answer.catch(() => fetch(request)).then(resolve, reject)
  })
}

/** Drops answers that the first page did not take: they would be stale later. */
export function dropEarlyAnswers(): void {
  // The first script looks at the object that it has made, and a late one at what stands here.
  if (window.earlyAnswers) window.earlyAnswers.isOver = true
  window.earlyAnswers = { byAddress: new Map(), isOver: true }
}
