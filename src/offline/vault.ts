import { clear, createStore, get, setMany } from 'idb-keyval'

// Encrypted records in IndexedDB, readable only with the authenticator of the device.

/** Data encrypted with a one-time key that is agreed with the public key and not stored. */
export interface Sealed {
  ephemeralKey: ArrayBuffer
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** Keys of the records. Reading needs the authenticator; writing does not. */
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

// Opened at the first call, because a browser may deny access.
const store = createStore('portal-offline', 'kept')

export async function readKept(): Promise<Kept | undefined> {
  const [lock, sealed] = await Promise.all([get<Lock>('lock', store), get<Sealed>('sealed', store)])
  return lock && sealed && { lock, sealed }
}

/** Writes in one transaction, so that a killed tab leaves the previous records. */
export const writeKept = ({ lock, sealed }: Kept): Promise<void> =>
  setMany(
    [
      ['lock', lock],
      ['sealed', sealed],
    ],
    store,
  )

export const emptyVault = (): Promise<void> => clear(store)
