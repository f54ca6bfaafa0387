import { clear, createStore, get, setMany } from 'idb-keyval'

// What is on the device: nothing that can be read without the authenticator of the device, and a note that there is something.

/** Encrypted for the public key, by a key that was made for it and is kept nowhere. */
export interface Sealed {
  ephemeralKey: ArrayBuffer
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** Who opens it needs the authenticator; who adds to it does not. */
export interface Lock {
  credentialId: ArrayBuffer
  salt: Uint8Array<ArrayBuffer>
  publicKey: ArrayBuffer
  privateKey: { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
}

export interface Kept {
  lock: Lock
  sealed: Sealed
}

// Opened at the first call, for a browser may refuse it.
const store = createStore('portal-offline', 'kept')

export async function readKept(): Promise<Kept | undefined> {
  const [lock, sealed] = await Promise.all([get<Lock>('lock', store), get<Sealed>('sealed', store)])
  return lock && sealed && { lock, sealed }
}

/** In one transaction: a tab that is killed meanwhile leaves what was there before. */
export const writeKept = ({ lock, sealed }: Kept): Promise<void> =>
  setMany(
    [
      ['lock', lock],
      ['sealed', sealed],
    ],
    store,
  )

export const emptyVault = (): Promise<void> => clear(store)
