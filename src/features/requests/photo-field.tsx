import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_PHOTOS } from '#contract/request.ts'
import { PhotoButtons } from '#src/features/photo-buttons.tsx'
import type { MessageId } from '#src/lib/intl.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import fieldStyles from '#src/ui/forms/field.module.css'
import { Asterisk, type FieldText, Notes, fieldAttributes } from '#src/ui/forms/field.tsx'
import styles from './photo-field.module.css'
import type { PhotoProblem, usePhotos } from './photos.ts'

const PROBLEMS = {
  unreadable: 'client.requests.photoUnreadable',
  tooLarge: 'client.requests.photoTooLarge',
  tooMany: 'client.requests.photoTooMany',
} as const satisfies Record<PhotoProblem['reason'], MessageId>

interface PhotoFieldProps extends Partial<FieldText> {
  of: ReturnType<typeof usePhotos>
  /** Number of photos lost by a reload of the page. */
  lostCount: number
  /** Name in the form; absent where photos are optional. */
  name?: string | undefined
  flag?: string | undefined
}

/** Field for up to four photos with previews; *Photos* without a label. */
export function PhotoField({
  of: { photos, problems, isReading, arrived, add, remove },
  lostCount,
  name,
  flag,
  ...text
}: PhotoFieldProps) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const isSending = arrived !== null
  // The form does not know that a photo was added since its last check.
  const missing = photos.length === 0 ? flag : undefined
  const notes = { id: `${id}-of-form`, ...text, flag: missing }
  const isFull = photos.length >= MAX_PHOTOS
  return (
    <div ref={group} className={fieldStyles.field} role="group" aria-labelledby={`${id}-label`}>
      <span className={fieldStyles.label} id={`${id}-label`}>
        {text.label ?? <FormattedMessage id="client.requests.photos" />}
        {text.required && <Asterisk />}
      </span>
      {photos.length > 0 && (
        <Previews
          photos={photos}
          onRemove={
            isSending
              ? undefined
              : (key) => {
                  remove(key)
                  group.current?.querySelector('button')?.focus()
                }
          }
        />
      )}
      {isSending && (
        <div className={styles.sending}>
          <p id={`${id}-sending`} role="status">
            <FormattedMessage
              id="client.requests.photosSending"
              values={{ number: arrived + 1, total: photos.length }}
            />
          </p>
          <Progress aria-labelledby={`${id}-sending`} value={arrived} max={photos.length} />
        </div>
      )}
      {!isFull && !isSending && (
        <PhotoButtons
          label={<FormattedMessage id="client.requests.photosChoose" />}
          busy={isReading}
          multiple
          name={name}
          describedBy={`${fieldAttributes(notes)['aria-describedby'] ?? ''} ${id}-hint`.trim()}
          onFiles={(files) => void add(files)}
        />
      )}
      <Notes {...notes} />
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        <FormattedMessage id="client.requests.photosHint" values={{ count: MAX_PHOTOS }} />
      </p>
      <div role="alert">
        {lostCount > 0 && photos.length === 0 && problems.length === 0 && (
          <p className={fieldStyles.error}>
            <CircleAlert />
            <span>
              <FormattedMessage id="client.requests.photosLost" values={{ count: lostCount }} />
            </span>
          </p>
        )}
        {problems.map(({ reason, name }, index) => (
          <p className={fieldStyles.error} key={index}>
            <CircleAlert />
            <span>
              <FormattedMessage id={PROBLEMS[reason]} values={{ name, count: MAX_PHOTOS }} />
            </span>
          </p>
        ))}
      </div>
    </div>
  )
}

interface PreviewsProps {
  photos: ReturnType<typeof usePhotos>['photos']
  onRemove: ((key: string) => void) | undefined
}

function Previews({ photos, onRemove }: PreviewsProps) {
  const { formatMessage } = useIntl()
  return (
    <ul className={styles.photos}>
      {photos.map(({ key, name, preview }, index) => (
        <li key={key}>
          <img src={preview} alt={formatMessage({ id: 'client.requests.photoNamed' }, { number: index + 1, name })} />
          {onRemove && (
            <IconButton
              icon={X}
              label={formatMessage({ id: 'client.requests.photoRemove' }, { number: index + 1 })}
              onClick={() => onRemove(key)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
