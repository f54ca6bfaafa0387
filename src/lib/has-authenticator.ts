/** Whether the device itself can ask for a finger, a face or a code: a platform authenticator with user verification. */
export async function hasAuthenticator(): Promise<boolean> {
  return (
    (await globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.().catch(() => false)) ??
    false
  )
}
