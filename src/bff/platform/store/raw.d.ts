/** The text of a file, with which Vite replaces the import. */
declare module '*?raw' {
  const text: string;
  export default text;
}
