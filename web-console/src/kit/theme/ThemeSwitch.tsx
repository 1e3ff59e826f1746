import DesktopOutlined from '@ant-design/icons-svg/es/asn/DesktopOutlined'
import MoonOutlined from '@ant-design/icons-svg/es/asn/MoonOutlined'
import SunOutlined from '@ant-design/icons-svg/es/asn/SunOutlined'
import { useTranslation } from 'react-i18next'
import { Glyph, NativeButton } from '../native'
import { THEME_MODES, useThemeMode, type ThemeMode } from './themeMode'

const ICONS = { light: SunOutlined, dark: MoonOutlined, system: DesktopOutlined }

/** Light, dark, as the system has it, and round again. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const { mode, setMode } = useThemeMode()
  const at = THEME_MODES.indexOf(mode)
  const next = THEME_MODES[(at + 1) % THEME_MODES.length] as ThemeMode
  const name = t('theme', { name: t(`options.theme.${mode}`).toLowerCase() })
  return (
    <NativeButton
      variant="text"
      aria-label={name}
      title={name}
      icon={<Glyph of={ICONS[mode]} />}
      onClick={() => setMode(next)}
    />
  )
}
