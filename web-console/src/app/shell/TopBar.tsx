import { MenuOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { NotificationBell } from '@/features/notifications'
import { LocaleSwitch } from '@/kit/i18n'
import { ThemeSwitch } from '@/kit/theme'
import { Breadcrumbs } from './Breadcrumbs'
import { ProfileMenu } from './ProfileMenu'
import styles from './TopBar.module.css'

interface Props {
  /** Opens the menu; absent where the menu stands beside the page. */
  onMenu?: () => void
  onPalette: () => void
  /** Where the phone puts its button. */
  phone: Ref<HTMLDivElement>
}

export function TopBar({ onMenu, onPalette, phone }: Props) {
  const { t } = useTranslation('shell')
  return (
    <header className={styles.bar}>
      {onMenu && (
        <Button type="text" icon={<MenuOutlined />} aria-label={t('openMenu')} onClick={onMenu} />
      )}
      <Breadcrumbs />
      <button
        type="button"
        className={styles.search}
        aria-keyshortcuts="Control+K"
        onClick={onPalette}
      >
        <SearchOutlined aria-hidden />
        <span>{t('palette.open')}</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      <div className={styles.tools}>
        <div ref={phone} className={styles.phone} />
        <LocaleSwitch />
        <ThemeSwitch />
        <NotificationBell />
        <ProfileMenu />
      </div>
    </header>
  )
}
