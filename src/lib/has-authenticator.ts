/** Whether the device has a platform authenticator with user verification (fingerprint, face or PIN). */
export async function hasAuthenticator(): Promise<boolean> {
  return (
    (await globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.().catch(() => false)) ??
    false
  )
}
