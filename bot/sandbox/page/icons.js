/** Line icons, drawn for this page on a 24 × 24 grid. */

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "M19 12H5m6-7-7 7 7 7",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  down: "m6 9 6 6 6-6",
  send: "M4 5.5 20.5 12 4 18.5l2.2-6.5zM6.2 12h7",
  attach: "m20 11-8.2 8.2a5 5 0 0 1-7-7L13.5 3.5a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.9-7.9",
  slash: "M4 4h16v16H4zM14 8l-4 8",
  close: "M6 6l12 12M18 6 6 18",
  download: "M12 4v11m-5-5 5 5 5-5M5 20h14",
  document: "M7 3h7l5 5v13H7zM14 3v5h5",
  play: "M8 5.5v13l11-6.5z",
  silent: "M9 5.3A6 6 0 0 1 18 10v4m-1 3H5l1.5-2.5V10M10 20.5a2.2 2.2 0 0 0 4 0M4 4l16 16",
  read: "m2 13 4 4L15 7m-4 9 1 1L22 7",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  reply: "M10 6 4 12l6 6v-4c5 0 8 1.5 10 5 0-6-3-9.5-10-9.5z",
  forward: "M14 6l6 6-6 6v-4c-5 0-8 1.5-10 5 0-6 3-9.5 10-9.5z",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5m4-5v5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6",
  group: "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19c.4-3.3 3-5 6.5-5s6.1 1.7 6.5 5M16 5.5a3.3 3.3 0 0 1 0 6.3M18 14.5c2 .7 3.2 2.2 3.5 4.5",
  link: "M10 14a4.5 4.5 0 0 0 6.5.3l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.5-.3l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5",
  inline: "M5 18V9a3 3 0 0 1 3-3h10m-4-4 4 4-4 4M19 12v7",
  photo: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01",
  sticker: "M12 3.5a8.5 8.5 0 1 0 8.5 8.5L12 3.5zM12 3.5c0 5 3 8.5 8.5 8.5M8 14c1.5 2.2 5 3 7.5.5",
  block: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12",
  plus: "M12 5v14M5 12h14",
  check: "m5 12.5 5 5L20 7",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  mask: "M3 8c3-1 6-1 9 .5C15 7 18 7 21 8c0 6-2 9-5 9-2 0-3-1.5-4-1.5S10 17 8 17c-3 0-5-3-5-9zM7 12h3m4 0h3",
};

/**
 * @param {keyof typeof PATHS} name
 * @returns {SVGElement} decorative; the control around it carries the label
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
