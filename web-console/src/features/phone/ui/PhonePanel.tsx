import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnNumber, usePhone, usePhoneState } from '../context'
import { CallList } from './CallList'
import { Notice } from './Notice'
import styles from './PhonePanel.module.css'
import { SectionTabs } from './SectionTabs'
import { SECTION_PARTS } from './sections'
import { useStatusWords } from './useStatusWords'

/** The open phone: calls above, what one can do below. Escape closes it, and no call. */
export function PhonePanel() {
  const isOpen = usePhoneState(({ phone }) => phone.isOpen)
  return isOpen ? <Panel /> : null
}

function Panel() {
  const { t } = useTranslation('phone')
  const phone = usePhone()
  const own = useOwnNumber()
  const { section, isElsewhere, registration } = usePhoneState((state) => state.phone)
  const words = useStatusWords()
  const panel = useRef<HTMLElement>(null)
  const Part = SECTION_PARTS[section]
  useEffect(() => panel.current?.focus(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // A list or a dialog that the panel has opened closes first.
    const { target } = event
    if (!(target instanceof Element) || !panel.current?.contains(target)) return
    if (target.getAttribute('aria-expanded') === 'true') return
    event.stopPropagation()
    phone.setPanel(false)
  }
  return (
    // Escape is for whatever inside the panel has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={t('title')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={styles.status} data-status={isElsewhere ? 'elsewhere' : registration}>
            <span className="mono">{own}</span> · {words}
          </p>
        </div>
        <Button
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('close')}
          onClick={() => phone.setPanel(false)}
        />
      </header>
      <Notice />
      {!isElsewhere && (
        <>
          <div className={styles.body}>
            <CallList />
            <div
              className={styles.part}
              role="tabpanel"
              id="phone-part"
              aria-labelledby={`phone-${section}`}
            >
              <Suspense fallback={null}>
                <Part />
              </Suspense>
            </div>
          </div>
          <SectionTabs />
        </>
      )}
    </aside>
  )
}
