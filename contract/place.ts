/** Dutch postal code. A place with one is an address; another, such as a room, is not. */
const POSTAL_CODE = /\b[1-9]\d{3} ?[A-Z]{2}\b/

/** Words for a visit to the home or stable of the client. */
const AT_CLIENT =
  /\b(?:bij (?:u|de (?:cliënt|klant|eigenaar|veehouder))|thuis|aan huis|huisbezoek|visite|op stal|at home|home visit)\b/i

/**
 * Returns the address of an appointment: its place if that is an address, or else the visiting address of the practice.
 * Undefined if the address is unknown, or if the practice comes to the client.
 */
export function addressOfVisit(
  place: string | undefined,
  { address }: { address?: string | undefined },
): string | undefined {
  if (place && POSTAL_CODE.test(place)) return place
  return place && AT_CLIENT.test(place) ? undefined : address || undefined
}

/** Returns the place and the address of an appointment, for calendars. */
export function locationOf(place: string | undefined, practice: { address?: string | undefined }): string | undefined {
  const parts = new Set([place, addressOfVisit(place, practice)])
  return [...parts].filter(Boolean).join(', ') || undefined
}

/** Returns the URL of a map that shows an address. */
export const mapUrl = (address: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
