import { clear, createStore, get, setMany } from 'idb-keyval'

// Encrypted records in IndexedDB, readable only with the authenticator of the device.

/** Data encrypted with a one-time key that is agreed with the public key and not stored. */
export interface EncryptedData {
  ephemeralKey: ArrayBuffer
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** Keys of the records. Reading needs the authenticator; writing does not. */
export interface RecordKeys {
  credentialId: ArrayBuffer
  salt: Uint8Array<ArrayBuffer>
  publicKey: ArrayBuffer
  privateKey: { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
}

export interface EncryptedRecords {
  keys: RecordKeys
  content: EncryptedData
}

// Opened at the first call, because a browser may deny access.
const store = createStore('portal-offline', 'kept')

export async function readEncryptedRecords(): Promise<EncryptedRecords | undefined> {
  const [keys, content] = await Promise.all([get<RecordKeys>('lock', store), get<EncryptedData>('sealed', store)])
  return keys && content && { keys, content }
}

/** Writes in one transaction, so that a killed tab leaves the previous records. */
export const writeEncryptedRecords = ({ keys, content }: EncryptedRecords): Promise<void> =>
  setMany(
    [
      ['lock', keys],
      ['sealed', content],
    ],
    store,
  )

export const clearRecordStore = (): Promise<void> => clear(store)
