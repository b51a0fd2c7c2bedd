/**
 * Keeps a page correct while the browser translates it.
 *
 * A translator replaces text nodes with `font` elements. React continues to change its own nodes,
 * which are no longer in the document: the screen would show an old amount. If React changes the
 * text of such a node, this module puts the node back, and the translator processes it again. If
 * React removes the node, or inserts another before it, the replacing element is used.
 */
export function followTranslation(page: Node): void {
  const standIns = new WeakMap<Node, Element>();
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') restoreText(record.target);
      else for (const node of record.removedNodes) if (node instanceof Text) noteReplaced(node, record);
    }
  });
  observer.observe(page, { childList: true, subtree: true });

  function noteReplaced(text: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord): void {
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
    if (text.isConnected || standIn === undefined) return;
    standIns.set(text, standIn);
    observer.observe(text, { characterData: true });
  }

  function restoreText(text: Node): void {
    const standIn = standIns.get(text);
    if (standIn?.isConnected && !text.isConnected) standIn.parentNode?.replaceChild(text, standIn);
  }

  /** The child of `parent` that replaces `node`. */
  function childFor(parent: Node, node: Node): Node {
    const standIn = node.parentNode === parent ? undefined : standIns.get(node);
    return standIn?.parentNode === parent ? standIn : node;
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function removeChildOrStandIn<N extends Node>(this: Node, child: N): N {
    removeChild.call(this, childFor(this, child));
    return child;
  };
  Node.prototype.insertBefore = function insertBeforeStandIn<N extends Node>(
    this: Node,
    node: N,
    child: Node | null,
  ): N {
    insertBefore.call(this, node, child && childFor(this, child));
    return node;
  };
}

function isStandIn(node: Node | null): node is Element {
  return node instanceof Element && node.tagName === 'FONT' && node.isConnected;
}
