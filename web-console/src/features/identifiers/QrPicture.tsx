import { API_BASE } from '@/api/limits'
import type { Id } from '@/api/types'
import { ErrorState, LoadingPicture } from '@/kit/feedback'
import { address, useFileUrl } from '@/kit/files'
import styles from './identifiers.module.css'

/** Pixels, of the picture on the page. */
const SHOWN = 512

export const qrPathOf = (id: Id) => `${API_BASE}/identifiers/${id}/qr`

/** The code of a QR identifier, as wide as its place, to show to a reader. */
export function QrPicture({ id, alt }: { id: Id; alt: string }) {
  const { url, error } = useFileUrl(address(qrPathOf(id), { format: 'svg', size: SHOWN }))
  if (error) return <ErrorState error={error} />
  if (!url) return <LoadingPicture className={styles.qr} />
  return <img className={styles.qr} src={url} alt={alt} />
}
