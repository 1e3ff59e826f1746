import { useTranslation } from 'react-i18next'
import { ShownOnce } from '@/kit/feedback/ShownOnce'

interface Props {
  token: string
  onClose: () => void
}

/** The token itself, shown once, and how it is sent. */
export function ShownToken({ token, onClose }: Props) {
  const { t } = useTranslation('tokens')
  const words = {
    title: t('shown.title'),
    once: t('shown.once'),
    copy: t('shown.copy'),
    copied: t('shown.copied'),
    notCopied: t('shown.notCopied'),
    use: t('shown.use'),
    kept: t('shown.kept'),
  }
  return (
    <ShownOnce value={token} words={words} onClose={onClose}>
      <code className="mono">Authorization: Bearer {token.slice(0, 8)}…</code>
    </ShownOnce>
  )
}
