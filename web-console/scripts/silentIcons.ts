import type { Plugin } from 'vite'

const MODULE = /@ant-design\/icons\/es\/components\/AntdIcon(?:Light)?\.js$/
const SPOKEN = `role: "img",
    "aria-label": icon.name`
/** The arrows of antd's pagination are the only name of their buttons. */
const SILENT = `...(restProps["aria-label"] || restProps.role || onClick || tabIndex !== undefined || /^(?:double-)?(?:left|right)$/.test(icon.name)
      ? { role: "img", "aria-label": icon.name }
      : { "aria-hidden": true })`

/**
 * An icon beside words says nothing: @ant-design/icons has each read the name of its file to screen readers
 * ("hdd New device"). One that is given a name, or can be pressed, keeps it.
 */
export function silentIcons(): Plugin {
  return {
    name: 'silent-icons',
    transform(code, id) {
      if (!MODULE.test(id)) return undefined
      if (!code.includes(SPOKEN)) this.error(`${id} is another than this plugin knows`)
      return { code: code.replace(SPOKEN, SILENT), map: null }
    },
  }
}
