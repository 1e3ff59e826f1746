import { useTranslation } from 'react-i18next'
import { ShownOnce } from '@/kit/feedback/ShownOnce'

interface Props {
  secret: string
  onClose: () => void
}

/** The secret of a webhook, shown once. */
export function ShownSecret({ secret, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const words = {
    title: t('shown.title'),
    once: t('shown.once'),
    copy: t('shown.copy'),
    copied: t('shown.copied'),
    notCopied: t('shown.notCopied'),
    use: t('shown.use'),
    kept: t('shown.kept'),
  }
  return <ShownOnce value={secret} words={words} onClose={onClose} />
}
