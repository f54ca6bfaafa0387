import styles from './request-content.module.css'
import Trash2 from 'lucide-react/icons/trash-2'
import { isOpen } from '#contract/request.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { addressOf } from '#src/lib/api-root.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { useMutation } from '@tanstack/react-query'
import { hasBeenSeen, requestMutations } from '#src/api/requests.ts'
import { showMessage } from '#src/lib/messages.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'

interface RequestContentProps {
  request: PortalRequest
  /** Client whose owner may remove photos. */
  photosRemovedBy?: string | undefined
  noteOf?: ((product: NonNullable<PortalRequest['products']>[number]) => MessageId) | undefined
}

/** Full content of a request, for the owner and the practice. */
export function RequestContent({ request, photosRemovedBy, noteOf }: RequestContentProps) {
  const {
    text,
    products = [],
    wish,
    suits = [],
    corrections = [],
    photos = [],
    reminders = [],
    appointmentUuid,
  } = request
  // Afterwards the response contains the photo, with its new time.
  const appointment = isOpen(request.state) ? request.appointment : undefined
  const { formatMessage, formatList } = useIntl()
  const content = useRef<HTMLDivElement>(null)
  const photoCount = useRef(photos.length)
  // The focused button is removed with its photo.
  useEffect(() => {
    if (photos.length < photoCount.current && document.activeElement === document.body) content.current?.focus()
    photoCount.current = photos.length
  }, [photos.length])
  const wanted = wish === 'BOOK' ? appointmentUuid && ('AT_VISIT' as const) : wish
  const reasons = reminders.flatMap(({ description }) => description || [])
  return (
    <div className={styles.content} ref={content} tabIndex={-1}>
      {wanted && (
        <p>
          <strong>{formatMessage({ id: `core.requests.wish.${wanted}` })}</strong>
        </p>
      )}
      {appointment && (
        <p>
          <VisitMoment at={appointment.start} look="long" />
          {': '}
          {appointment.reason}
        </p>
      )}
      {reasons.length > 0 && (
        <p>
          <FormattedMessage id="core.requests.for" values={{ name: <strong>{formatList(reasons)}</strong> }} />
        </p>
      )}
      {products.length > 0 && (
        <ul className={styles.products}>
          {products.map((product, index) => (
            <li key={index}>
              {product.name}
              {noteOf && <span className={styles.note}>{formatMessage({ id: noteOf(product) })}</span>}
            </li>
          ))}
        </ul>
      )}
      {corrections.length > 0 && (
        <dl className={styles.corrections}>
          {corrections.map(({ field, present, wanted: to }) => (
            <div key={field}>
              <dt>
                <FormattedMessage id={`core.requests.detail.${field}`} />
              </dt>
              <dd>
                <del>{present || formatMessage({ id: 'core.requests.nothing' })}</del>{' '}
                <ins>{to || formatMessage({ id: 'core.requests.nothing' })}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {text && <p className={styles.text}>{text}</p>}
      {suits.length > 0 && (
        <dl className={styles.suits}>
          {suits.map(({ day, parts }) => (
            <div key={day}>
              <dt>
                <FormattedMessage id={`core.requests.day.${day}`} />
              </dt>
              <dd>{formatList(parts.map((part) => formatMessage({ id: `core.requests.part.${part}` })))}</dd>
            </div>
          ))}
        </dl>
      )}
      {photos.length > 0 && <PhotoList photos={photos} removedBy={photosRemovedBy} />}
    </div>
  )
}

interface PhotoListProps {
  photos: NonNullable<PortalRequest['photos']>
  /** Client whose owner may remove the photos. */
  removedBy?: string | undefined
}

/** Photos of a request or a message; each opens in a new tab. */
export function PhotoList({ photos, removedBy }: PhotoListProps) {
  const { formatMessage } = useIntl()
  return (
    <ul className={styles.photos}>
      {photos.map(({ id, url }, index) => {
        const address = addressOf(url)
        const name = formatMessage({ id: 'core.requests.photo' }, { number: index + 1 })
        return (
          address && (
            <li key={id}>
              <a href={address} target="_blank" rel="noopener noreferrer">
                <img src={address} alt={name} loading="lazy" decoding="async" />
              </a>
              {removedBy !== undefined && <RemovePhoto clientId={removedBy} photoId={id} number={index + 1} />}
            </li>
          )
        )
      })}
    </ul>
  )
}

interface RemovePhotoProps {
  clientId: string
  photoId: string
  /** Position among the photos of the request, from 1. */
  number: number
}

/** Removes a photo of a request that the practice has not seen. */
function RemovePhoto({ clientId, photoId, number }: RemovePhotoProps) {
  const { formatMessage } = useIntl()
  const removing = useMutation(requestMutations.removePhoto(clientId))
  const label = formatMessage({ id: 'client.requests.photoRemove' }, { number })

  async function remove(close: () => void) {
    try {
      await removing.mutateAsync(photoId)
    } catch (error) {
      if (!hasBeenSeen(error)) throw error
      // The reload of the request removes this button and its dialog.
      return showMessage('info', 'client.requests.photoSeen')
    }
    close()
    showMessage('success', 'client.requests.photoRemoved')
  }

  return (
    <ConfirmedButton
      renderButton={(openDialog) => <IconButton icon={Trash2} label={label} onClick={openDialog} />}
      title={<FormattedMessage id="client.requests.photoRemoveTitle" />}
      confirmLabel={label}
      act={remove}
    >
      <p>
        <FormattedMessage id="client.requests.photoRemoveText" />
      </p>
    </ConfirmedButton>
  )
}
