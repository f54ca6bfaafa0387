// Each tab has a session of its own (session storage), and two tabs may hold two users. Who signs out in one of them means
// all of their own, as on the computer of somebody else.

interface SignedOut {
  signedOut: string
}

let channel: BroadcastChannel | undefined

/** `listener` hears of each user who signs out in another tab of this browser. Returns how to unsubscribe. */
export function onSignedOutElsewhere(listener: (userId: string) => void): () => void {
  const own = (channel = new BroadcastChannel('portal'))
  own.addEventListener('message', ({ data }: MessageEvent<SignedOut>) => listener(data.signedOut))
  return () => own.close()
}

export function announceSignOut(userId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's; a channel is of one origin
  channel?.postMessage({ signedOut: userId } satisfies SignedOut)
}
