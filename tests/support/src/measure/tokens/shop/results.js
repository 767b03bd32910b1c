const list = document.querySelector('#results');
const items = [...list.children];
const show = () => {
  const inStock = document.querySelector('#in-stock').checked;
  const byPrice = document.querySelector('#sort').value === 'price';
  const shown = items.filter((item) => !inStock || item.dataset.stock === 'yes');
  if (byPrice) shown.sort((one, other) => one.dataset.price - other.dataset.price);
  list.replaceChildren(...shown);
  document.querySelector('#count').textContent = `${shown.length} lanterns${byPrice ? ', cheapest first' : ''}`;
};
document.querySelector('#filters').addEventListener('change', show);
