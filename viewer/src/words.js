/**
 * What the viewer says, in the language of its page, which hands it over: the attribute
 * data-say-NAME of the element has the words. {angle} in them stands for a value.
 * @param {HTMLElement} element the viewer
 * @param {string} name of the words
 * @param {Record<string, string>=} values
 */
export function say(element, name, values = {}) {
  return element.getAttribute(`data-say-${name}`).replace(/\{([a-z]+)\}/g, (whole, key) => values[key] ?? whole);
}

/** Writes an angle as the page's language does. @param {number} degrees */
export function angle(degrees) {
  const style = { style: 'unit', unit: 'degree', unitDisplay: 'narrow', maximumFractionDigits: 0 };
  return new Intl.NumberFormat(`${document.documentElement.lang}-u-nu-latn`, style).format(degrees);
}
