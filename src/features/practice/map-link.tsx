import type { ReactNode } from 'react'
import MapPin from 'lucide-react/icons/map-pin'
import { mapUrl } from '#contract/place.ts'

interface MapLinkProps {
  address: string
  className?: string | undefined
  children?: ReactNode
}

/** A link to a map of an address. The browser loads nothing of the map before the link is pressed. */
export function MapLink({ address, className, children = address }: MapLinkProps) {
  return (
    <a className={className} href={mapUrl(address)} target="_blank" rel="noreferrer">
      <MapPin />
      <span>{children}</span>
    </a>
  )
}
