import {
  ContactsOutlined,
  FieldTimeOutlined,
  SwapOutlined,
  TableOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import type { ComponentType, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '@/kit/permissions'
import { usePhone, usePhoneState } from '../context'
import { SECTIONS, type Section } from '../engine/slice'
import styles from './PhonePanel.module.css'

const ICONS: Record<Section, ComponentType> = {
  keypad: TableOutlined,
  contacts: ContactsOutlined,
  recents: FieldTimeOutlined,
  doors: UnlockOutlined,
  interception: SwapOutlined,
}

/** At the foot of the phone, within reach of a thumb. */
export function SectionTabs() {
  const { t } = useTranslation('phone')
  const { can } = useCan()
  const phone = usePhone()
  const chosen = usePhoneState((state) => state.phone.section)
  const shown = SECTIONS.filter(
    (section) => section !== 'interception' || can('can_intercept_call_like_concierge'),
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = shown.at((shown.indexOf(chosen) + step) % shown.length)
    if (next === undefined) return
    phone.setPanel(true, next)
    event.currentTarget.querySelector<HTMLElement>(`#phone-${next}`)?.focus()
  }
  return (
    <div
      className={styles.tabs}
      role="tablist"
      aria-label={t('sections')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {shown.map((section) => {
        const Icon = ICONS[section]
        return (
          <button
            key={section}
            id={`phone-${section}`}
            type="button"
            role="tab"
            aria-selected={section === chosen}
            aria-controls="phone-part"
            tabIndex={section === chosen ? 0 : -1}
            onClick={() => phone.setPanel(true, section)}
          >
            <span aria-hidden>
              <Icon />
            </span>
            {t(`options.sections.${section}`)}
          </button>
        )
      })}
    </div>
  )
}
