import { DisconnectOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Notice } from './Notice'

interface Props {
  /** What to do next, in words. */
  text: string
  links: { to: string; text: string }[]
}

/** A link of a mail that is used up, too old or cut off: what to do next. */
export function OutdatedLink({ text, links }: Props) {
  const { t } = useTranslation('auth')
  return (
    <Notice
      tone="warning"
      icon={DisconnectOutlined}
      title={t('outdated')}
      text={text}
      links={links}
    />
  )
}
