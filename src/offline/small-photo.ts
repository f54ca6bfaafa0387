import { addressOf, apiRoot } from '#src/lib/api-root.ts'
import { http } from '#src/lib/http.ts'
import { closePicture, decodePicture, reducedTo } from '#src/lib/pictures.ts'

/** Side in pixels: the largest photo of a page, on a screen with two pixels for each of its own. */
const SIDE = 152
const QUALITY = 0.8

/** Photos by version, so that an update of the records loads each photo once. */
const photos = new Map<string, string>()

/** Returns a photo of the API as a small `data:` URL. Throws for a photo of another site, which the page may not fetch. */
export async function smallPhoto(photoUrl: string): Promise<string> {
  const url = new URL(addressOf(photoUrl) ?? '')
  const { origin, pathname, searchParams } = url
  if (origin !== new URL(apiRoot, location.href).origin) throw new Error('Not a photo of the API')
  const version = `${origin}${pathname} ${searchParams.get('version')}`
  const known = photos.get(version)
  if (known) return known
  const picture = await decodePicture(await http.get(url).blob())
  if (!picture) throw new Error('No photo')
  const small = reducedTo(picture, SIDE).toDataURL('image/jpeg', QUALITY)
  closePicture(picture)
  photos.set(version, small)
  return small
}
