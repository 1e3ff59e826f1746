import { Modal } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

interface Props {
  isDirty: boolean
  /** The form is one tab of a page, and goes away with it. */
  isTab?: boolean
}

/** Asks before a page with unsaved changes is left, by a link, the back button or the browser. */
export function UnsavedGuard({ isDirty, isTab = false }: Props) {
  const { t } = useTranslation()
  // Tabs and filters live in the query string: mostly only another page is a loss.
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      isDirty && (now.pathname !== next.pathname || (isTab && tabOf(now) !== tabOf(next))),
  )

  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('unsaved.title')}
      okText={t('unsaved.leave')}
      okButtonProps={{ danger: true }}
      cancelText={t('unsaved.stay')}
      width={420}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('unsaved.text')}
    </Modal>
  )
}

const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get('tab')
